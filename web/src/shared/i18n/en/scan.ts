export default {
  scan: {
    button: 'Scan',
    camera: 'Scan with the camera',
    aim: 'Hold the code in the picture',
    insecure: 'The camera works on pages with https only',
    denied: 'The browser was not allowed to use the camera',
    noCamera: 'No camera was found',
    unknown: 'No product has the code {{code}}',
    noProduct: 'This code names no product',
    hint: 'Scan products to fill the lines',
    taken: '{{name}}: {{quantity}}',
  },
}
