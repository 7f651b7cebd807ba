export default {
  security: {
    resource: 'Resource',
    row: 'Deleted',
    deletedRow: 'Deleted row',
    content: 'Content',
    by: 'By',
    at: 'Time',
    before: 'Before',
    after: 'After',
    chooseResource: 'Choose a resource first',
    bin: {
      remark: 'Deleted rows stay here for 90 days and can be restored as they were.',
      empty: 'No rows that are kept here were deleted in the last 90 days.',
      emptyOwn: 'You have deleted no rows that are kept here in the last 90 days.',
      keeps:
        'Deleted master data, goods, content, companies, trade papers and accounts are kept for 90 days. Logs are not, and whatever is switched off in the rules is gone at once.',
      rules: 'See what is kept',
    },
    backup: {
      remark:
        'Made every night or by hand, and tested by restoring it beside the database. Seven days, four weeks and twelve months are kept.',
      make: 'Back up now',
      makeHint:
        'The site goes on working. The backup is stored on the disk of this node: copy it to another place.',
      withUploads: 'With the uploaded files',
      file: 'File',
      began: 'Started',
      ended: 'Finished',
      size: 'Size',
      rows: 'Rows',
      inTables: '{{rows}} in {{tables}} tables',
      uploads: 'Uploaded files',
      verified: 'Tested',
      object: 'Copy in object storage',
      key: 'Key',
      keyNamed:
        '{{key}}: it opens only with the file that holds this key (backup_key_file). Keep a copy of that file in another place',
      noKey: 'Not encrypted',
      restore: 'Restore',
      restoreHint:
        'A backup is never restored in place. This command fills a new directory and checks the books; its output should show the numbers above.',
      download: 'Download',
      downloadTitle: 'Download {{name}}',
      downloadHint:
        'The file holds all data of the site. The link works once, within five minutes, and the download is logged.',
      password: 'Your password',
      passwordNeeded: 'Please enter your password',
    },
    restore: {
      done_one: '{{count}} row restored',
      done_other: '{{count}} rows restored',
      do: 'Restore',
      title_one: 'Restore {{count}} row?',
      title_other: 'Restore {{count}} rows?',
      text: 'It goes back to where it was, under its old number.',
    },
    rollback: {
      done_one: '{{count}} change rolled back',
      done_other: '{{count}} changes rolled back',
      do: 'Roll back',
      title_one: 'Roll back {{count}} change?',
      title_other: 'Roll back {{count}} changes?',
      text: 'The old value is restored, and the entry is removed from this log.',
    },
  },
}
