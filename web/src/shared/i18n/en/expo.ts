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
      customer: 'Turn into a customer',
      supplier: 'Turn into a supplier',
      text: 'Adds a new partner from {{name}} and its first contact, and sets the stage to “Won”.',
      known: 'Possible duplicates: {{known}}',
    },
  },
}
