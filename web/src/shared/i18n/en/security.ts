export default {
  security: {
    resource: 'Resource',
    row: 'What was deleted',
    deletedRow: 'Deleted row',
    content: 'What it held',
    by: 'By',
    at: 'At',
    before: 'Before',
    after: 'After',
    chooseResource: 'Choose a resource first',
    restore: {
      do: 'Restore',
      title_one: 'Restore {{count}} row?',
      title_other: 'Restore {{count}} rows?',
      text: 'It goes back to where it was deleted, with its old number.',
    },
    rollback: {
      do: 'Roll back',
      title_one: 'Roll back {{count}} change?',
      title_other: 'Roll back {{count}} changes?',
      text: 'The old value is written back, and the entry is removed from this log.',
    },
  },
}
