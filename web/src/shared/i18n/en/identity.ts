export default {
  login: {
    locked: 'Too many failed sign-ins: try again in {{time}}',
    title: 'Sign in',
    subtitle: 'to the back office',
    username: 'User name',
    password: 'Password',
    keep: 'Keep me signed in',
    submit: 'Sign in',
    usernameNeeded: 'Enter your user name',
    passwordNeeded: 'Enter your password',
    usernameRule: 'User names have 3 to 30 characters',
    passwordRule: 'Passwords have 6 to 32 characters',
    point1: 'Every stock move on the record',
    point2: 'Orders, review and stock in one place',
    point3: 'Pages that update while colleagues work',
  },
}
