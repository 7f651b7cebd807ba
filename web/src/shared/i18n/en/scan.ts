export default {
  scan: {
    button: 'Scan',
    camera: 'Scan with the camera',
    aim: 'Hold the code in the picture',
    insecure: 'The camera only works on https pages',
    denied: 'The browser does not allow the camera',
    noCamera: 'No camera was found',
    unknown: 'No product has the code {{code}}',
    unreadable: 'The GS1 code can’t be read: one of its elements is wrong: {{code}}',
    compressed: 'Compressed GS1 web addresses are not supported: {{code}}',
    noProduct: 'This code contains no product',
    hint: 'Scan products to fill the lines',
    otherUnit: '{{name}}: the code says {{measure}}, but the product has no such unit',
    tooFine: '{{name}}: {{measure}} is finer than {{unit}} allows (decimal places: {{places}})',
    measures: { kilogram: 'kg', metre: 'm', squareMetre: 'm²', litre: 'l', cubicMetre: 'm³' },
    taken: '{{name}}: {{quantity}}',
  },
}
