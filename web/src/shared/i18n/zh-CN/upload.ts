export default {
  upload: {
    incomplete: '上传文件的数据不完整！',
    type: '不允许上传该类型的文件！',
    size: '上传文件的大小超出允许范围！',
    unreadable: '读取文件失败',
  },
}
