export default {
  login: {
    locked: '登录失败次数过多，请在 {{time}} 后重试',
    title: '登录',
    subtitle: '进入管理后台',
    username: '用户名',
    password: '密码',
    keep: '保持登录',
    submit: '登录',
    usernameNeeded: '请输入用户名',
    passwordNeeded: '请输入密码',
    usernameRule: '用户名为 3 至 30 个字符',
    passwordRule: '密码为 6 至 32 个字符',
    point1: '每一笔库存变动都有账可查',
    point2: '单据、审核、入库，一处完成',
    point3: '多人协作，页面实时更新',
  },
}
