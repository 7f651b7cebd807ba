export default {
  permissions: {
    everything: 'This group may do everything.',
    search: 'Search rights',
    all: 'All',
    none: 'None',
    rightIn: 'Right in {{warehouse}}',
    asElsewhere: 'As elsewhere',
    asElsewhereIn: 'In {{warehouse}} as elsewhere',
    otherRightIn: 'Another right in…',
    count_one: '{{count}} right chosen',
    count_other: '{{count}} rights chosen',
  },
}
