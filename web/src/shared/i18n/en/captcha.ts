export default {
  captcha: {
    title: 'Security check',
    click: 'Click in this order:',
    comma: ', ',
    thing: '“{{name}}”',
    keys: 'Picture to click: arrow keys move the crosshair, Enter clicks',
    failed: 'Loading failed, click to refresh',
    wrong: 'The correct area was not clicked, please try again',
    right: 'Verification is successful',
    checking: 'Checking…',
    renew: 'Show another',
  },
}
