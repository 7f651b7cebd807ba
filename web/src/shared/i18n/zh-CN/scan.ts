export default {
  scan: {
    button: '扫码',
    camera: '用摄像头扫码',
    aim: '请将条码置于画面中',
    insecure: '只有 https 页面可以使用摄像头',
    denied: '浏览器未被允许使用摄像头',
    noCamera: '没有找到摄像头',
    unknown: '没有条码为 {{code}} 的商品',
    unreadable: '无法读取此 GS1 条码，其中有错误的标识或内容：{{code}}',
    compressed: '不支持读取压缩形式的 GS1 网址：{{code}}',
    noProduct: '此条码不含商品',
    hint: '扫描商品即可添加明细',
    otherUnit: '{{name}}：条码标明 {{measure}}，该商品没有对应的计量单位',
    tooFine: '{{name}}：{{measure}} 超出计量单位“{{unit}}”的精度（小数位数：{{places}}）',
    measures: { kilogram: '千克', metre: '米', squareMetre: '平方米', litre: '升', cubicMetre: '立方米' },
    taken: '{{name}}：{{quantity}}',
  },
}
