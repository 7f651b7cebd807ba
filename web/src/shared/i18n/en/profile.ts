export default {
  profile: {
    title: 'My profile',
    remark: 'Your own details; after a change of password you sign in again',
    avatar: 'Change picture',
    username: 'User name',
    lastLogin: 'Last sign-in',
    nickname: 'Nickname',
    email: 'Email',
    mobile: 'Mobile number',
    motto: 'Motto',
    password: 'New password',
    oldPassword: 'Current password',
    passwordHint: 'Leave empty to keep it',
    log: 'Operation log',
    noLog: 'Nothing logged yet',
    imageRule: 'Choose an image file',
  },
}
