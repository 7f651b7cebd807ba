export default {
  permissions: {
    everything: '该分组拥有全部权限。',
    search: '搜索权限',
    all: '全选',
    none: '清空',
    missingLists: '制单时需要选择，但该分组还不能查看：{{lists}}',
    addLists: '一并勾选',
    rightIn: '“{{warehouse}}”的权限',
    asElsewhere: '与其他仓库相同',
    asElsewhereIn: '“{{warehouse}}”与其他仓库相同',
    otherRightIn: '为个别仓库另设权限…',
    count: '已选 {{count}} 项权限',
  },
}
