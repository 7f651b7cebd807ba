export default {
  upload: {
    incomplete: '上传文件的数据不完整！',
    type: '不允许上传此类型的文件！',
    size: '上传文件的大小超出允许范围！',
    store: '文件存储未能接收该文件。',
    unreadable: '文件读取失败。',
  },
}
