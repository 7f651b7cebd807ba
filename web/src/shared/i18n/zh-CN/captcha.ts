export default {
  captcha: {
    title: '安全验证',
    click: '请依次点击',
    comma: '、',
    thing: '“{{name}}”',
    keys: '验证图片：可用方向键移动准星，回车键点击',
    failed: '加载失败，点击刷新',
    wrong: '未点中正确区域，请重试',
    right: '验证成功',
    checking: '验证中…',
    renew: '换一张',
  },
}
