export default {
  security: {
    resource: '资源',
    row: '删除的内容',
    deletedRow: '已删除的数据',
    content: '内容',
    by: '操作人',
    at: '时间',
    before: '修改前',
    after: '修改后',
    chooseResource: '请先选择资源',
    restore: {
      do: '还原',
      title: '还原 {{count}} 条数据？',
      text: '数据会以原来的编号回到原处。',
    },
    rollback: {
      do: '回滚',
      title: '回滚 {{count}} 处修改？',
      text: '将写回修改前的值，并从记录中移除该条。',
    },
  },
}
