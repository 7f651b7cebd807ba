interface ChartLook {
  /** As large as its place is wide, with room above for the highest mark. */
  frame: { autoFit: true; padding: 'auto'; appendPadding: number[]; theme: 'default' }
  /** Two colours that differ clearly on the theme's background. */
  lines: [string, string]
  label: { style: { fill: string; fontSize: number } }
  /** The axis of names: a line without ticks. */
  names: { line: { style: { stroke: string } }; tickLine: null }
  grid: { line: { style: { stroke: string } } }
  legend: { itemName: { style: { fill: string } } }
  tooltip: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** What charts look like: they are drawn on a canvas, where the theme's variables do not reach. */
export function chartLook(dark: boolean): ChartLook {
  const ink = dark ? 'rgba(255,255,255,0.6)' : '#626c7a'
  const line = { style: { stroke: dark ? 'rgba(255,255,255,0.1)' : '#e5e6eb' } }
  return {
    frame: { autoFit: true, padding: 'auto', appendPadding: [8, 0, 0, 0], theme: 'default' },
    lines: dark ? ['#94bfff', '#ffcf8b'] : ['#1d4dd2', '#d25f00'],
    label: { style: { fill: ink, fontSize: 12 } },
    names: { line, tickLine: null },
    grid: { line },
    legend: { itemName: { style: { fill: ink } } },
    tooltip: {
      'g2-tooltip': {
        background: dark ? '#373739' : '#ffffff',
        color: ink,
        boxShadow: '0 4px 16px rgba(0,0,0,0.16)',
      },
    },
  }
}
