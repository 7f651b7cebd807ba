export default {
  log: {
    what: '操作内容',
    name: '“{{name}}”',
    and: '、',
    add: '在“{{page}}”中添加了 {{names}}',
    edit: '在“{{page}}”中修改了 {{names}}',
    del: '从“{{page}}”中删除了 {{names}}',
    login: '登录',
    logout: '退出登录',
    import: '向“{{page}}”导入数据',
    export: '导出“{{page}}”的数据',
    restore: '从“{{page}}”恢复了 {{names}}',
    sortable: '调整了“{{page}}”的排序',
    other: '{{page}}：{{button}} {{names}}',
    refused: '被拒绝',
    empty: '空',
  },
}
