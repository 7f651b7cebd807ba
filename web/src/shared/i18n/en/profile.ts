export default {
  profile: {
    title: 'My profile',
    remark: 'Your own details; after changing your password you sign in again',
    avatar: 'Change picture',
    username: 'User name',
    lastLogin: 'Last sign-in',
    nickname: 'Nickname',
    email: 'E-mail',
    mobile: 'Mobile number',
    motto: 'Motto',
    password: 'New password',
    oldPassword: 'Current password',
    passwordHint: 'Leave empty to keep the current one',
    log: 'Operation log',
    noLog: 'Nothing has been logged yet',
    imageRule: 'Choose an image file',
  },
}
