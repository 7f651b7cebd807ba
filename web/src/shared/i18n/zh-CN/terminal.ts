export default {
  terminal: {
    title: '终端',
    remark: '供超级管理员使用的固定命令。这里没有 Shell，不能执行其他内容。',
    output: '输出',
    clear: '清空',
    nothing: '请选择一条命令。',
    done: '✓ 完成',
    failed: '✗ 失败',
  },
}
