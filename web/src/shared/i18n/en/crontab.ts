export default {
  crontab: {
    run: 'Run now',
    done: 'Done',
    failed: 'Failed',
    log: 'Log',
    logOf: 'Log: {{name}}',
    noLog: 'It has not run yet',
    took: '{{count}} ms',
    presets: 'Common schedules',
    preset: {
      minute: 'Every minute',
      quarter: 'Every quarter of an hour',
      hour: 'Every hour',
      day: 'Every day at 3',
      workday: 'Monday to Friday at 8',
      week: 'Mondays at 3',
      month: 'On the 1st at 3',
    },
    form: 'Five fields: minute, hour, day, month, weekday',
    never: 'This never comes',
    next: 'Next: {{times}}',
  },
}
