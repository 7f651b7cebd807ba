export default {
  about: {
    title: '为管货的人做产品',
    text: 'Entrepot 意为货物在两段旅程之间停留的地方。我们的工作，是随时知道那里有什么、属于谁、下一站去哪里。',
    principlesTitle: '五个承诺',
    principlesText: '它们决定产品怎么做，也决定我们对什么说不。',
    principles: {
      ledger: {
        title: '台账就是锁',
        text: '确认过的变动不会丢失、重复或乱序，断电也一样。',
      },
      live: {
        title: '眼见它发生',
        text: '与您有关的变化，一眨眼就到屏幕上。',
      },
      declared: {
        title: '只声明一次',
        text: '数据表在一处描述，页面、权限和文档随之而来。',
      },
      grow: {
        title: '一个程序，或一个集群',
        text: '从一台小机器起步，只改配置就能扩展。',
      },
      closed: {
        title: '默认关闭',
        text: '没有写明权限的页面不会打开，不该看的不会发送。',
      },
    },
    contactTitle: '与我们联系',
    contactText: '产品咨询、申请试用或洽谈合作。',
    phone: '电话',
    email: '邮箱',
    address: '地址',
    hours: '工作时间',
  },
}
