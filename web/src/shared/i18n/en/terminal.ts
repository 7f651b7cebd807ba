export default {
  terminal: {
    title: 'Terminal',
    remark: 'Fixed commands for super administrators. There is no shell: nothing else can be run from here.',
    output: 'Output',
    clear: 'Clear',
    nothing: 'Choose a command.',
    done: '✓ Done',
    failed: '✗ Failed',
  },
}
