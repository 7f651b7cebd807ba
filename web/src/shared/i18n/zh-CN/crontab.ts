export default {
  crontab: {
    run: '立即运行',
    done: '成功',
    failed: '失败',
    log: '日志',
    logOf: '日志：{{name}}',
    noLog: '还没有运行过',
    took: '{{count}} 毫秒',
    presets: '常用周期',
    preset: {
      minute: '每分钟',
      quarter: '每 15 分钟',
      hour: '每小时',
      day: '每天 3 点',
      workday: '周一至周五 8 点',
      week: '每周一 3 点',
      month: '每月 1 日 3 点',
    },
    form: '五个字段：分、时、日、月、星期',
    never: '这个时间不会到来',
    next: '接下来：{{times}}',
  },
}
