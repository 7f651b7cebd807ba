export default {
  expo: {
    contactOf: '{{part}} of contact {{number}}',
    dropContact: 'Remove contact {{number}}',
    addContact: 'Add a contact',
    contact: {
      name: 'Name',
      title: 'Title',
      mobile: 'Mobile',
      email: 'E-mail',
      wechat: 'WeChat',
    },
    become: {
      customer: 'Make a customer',
      supplier: 'Make a supplier',
      text: 'A new partner is made of {{name}} with its first contact, and the stage becomes "won".',
      known: 'Maybe known already: {{known}}',
    },
  },
}
