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
    bin: {
      remark: 'What was deleted lies here for 90 days and can be put back as it was.',
      empty: 'Nothing that is kept here was deleted in the last 90 days.',
      emptyOwn: 'You deleted nothing that is kept here in the last 90 days.',
      keeps:
        'Master data, goods, content, companies, trade papers and accounts are kept when they are deleted, for 90 days. Logs are not, and what is switched off in the rules is gone at once.',
      rules: 'See what is kept',
    },
    backup: {
      remark:
        'Made every night and by hand, tested by a restore beside the database. Seven days, four weeks and twelve months are kept.',
      make: 'Back up now',
      makeHint:
        'The site goes on working. The backup lies on the disk of this node: copy it to another place.',
      withUploads: 'With the uploaded files',
      file: 'File',
      began: 'Begun',
      ended: 'Ended',
      size: 'Size',
      rows: 'Rows',
      inTables: '{{rows}} in {{tables}} tables',
      uploads: 'Uploaded files',
      verified: 'Tested at',
      object: 'Copy in the object storage',
      key: 'Key',
      keyNamed:
        '{{key}}: opens only with the file that has this key (backup_key_file). Keep a copy of it in another place',
      noKey: 'Not encrypted',
      restore: 'Restore it',
      restoreHint:
        'A backup is never restored in place. This command fills a new directory and checks the books; the numbers that it prints are those above.',
      download: 'Download',
      downloadTitle: 'Download {{name}}',
      downloadHint:
        'The file holds everything that the site knows. The address works once, for five minutes, and the download is logged.',
      password: 'Your password',
      passwordNeeded: 'Please enter your password',
    },
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
