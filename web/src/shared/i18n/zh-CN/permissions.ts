export default {
  permissions: {
    everything: '该分组拥有全部权限。',
    search: '搜索权限',
    all: '全选',
    none: '清空',
    count: '已选 {{count}} 项权限',
  },
}
