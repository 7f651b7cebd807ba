export default {
  log: {
    what: 'What was done',
    name: '“{{name}}”',
    and: ', ',
    add: 'Added {{names}} to {{page}}',
    edit: 'Changed {{names}} in {{page}}',
    del: 'Deleted {{names}} from {{page}}',
    login: 'Signed in',
    logout: 'Signed out',
    import: 'Imported rows into {{page}}',
    export: 'Exported rows of {{page}}',
    restore: 'Restored {{names}} from {{page}}',
    sortable: 'Changed the order of {{page}}',
    other: '{{page}}: {{button}} {{names}}',
    refused: 'Refused',
    empty: 'nothing',
  },
}
