export default {
  permissions: {
    everything: 'This group may do everything.',
    search: 'Search rights',
    all: 'All',
    none: 'None',
    missingLists: 'Who makes orders chooses from lists that this group may not view: {{lists}}',
    addLists: 'Tick these',
    rightIn: 'Right in {{warehouse}}',
    asElsewhere: 'As elsewhere',
    asElsewhereIn: 'In {{warehouse}} as elsewhere',
    otherRightIn: 'Another right in…',
    count_one: '{{count}} right chosen',
    count_other: '{{count}} rights chosen',
  },
}
