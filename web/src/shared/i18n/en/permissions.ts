export default {
  permissions: {
    everything: 'This group may do everything.',
    search: 'Search rights',
    all: 'All',
    none: 'None',
    count_one: '{{count}} right chosen',
    count_other: '{{count}} rights chosen',
  },
}
