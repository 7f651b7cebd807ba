export default {
  profile: {
    title: '个人资料',
    remark: '维护自己的资料，修改密码后需要重新登录',
    avatar: '更换头像',
    username: '用户名',
    lastLogin: '上次登录',
    nickname: '昵称',
    email: '邮箱',
    mobile: '手机号',
    motto: '签名',
    password: '新密码',
    oldPassword: '当前密码',
    passwordHint: '留空则不修改',
    log: '操作日志',
    noLog: '暂无操作日志',
    imageRule: '请选择图片文件',
  },
}
