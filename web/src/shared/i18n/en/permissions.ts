export default {
  permissions: {
    everything: 'This group may do everything.',
    search: 'Search rights',
    all: 'All',
    none: 'None',
    missingLists: 'People who write orders choose from lists that this group may not view: {{lists}}',
    addLists: 'Select these',
    rightIn: 'Right in {{warehouse}}',
    asElsewhere: 'Same as elsewhere',
    asElsewhereIn: 'In {{warehouse}} same as elsewhere',
    otherRightIn: 'Set another right for…',
    count_one: '{{count}} right selected',
    count_other: '{{count}} rights selected',
  },
}
