import { describe, expect, it } from 'vitest'
import { readEvents } from './lines'

const event = (data: string): string =>
  `data: ${JSON.stringify({ data, uuid: '', extend: '', key: 'k' })}\n\n`

describe('events of the terminal', () => {
  it('are lines, without the flags of the protocol, with how the command ended', () => {
    const whole = [
      'command-link-success',
      '> version.node',
      'entrepot 1',
      'exitCode: 0',
      'command-exec-success',
    ]
    expect(readEvents(whole.map(event).join(''))).toEqual({
      lines: ['> version.node', 'entrepot 1'],
      exit: 0,
      rest: '',
    })
  })

  it('may come in pieces', () => {
    const text = event('one') + event('two')
    const cut = text.length - 5
    const first = readEvents(text.slice(0, cut))
    expect(first.lines).toEqual(['one'])
    expect(readEvents(first.rest + text.slice(cut))).toEqual({ lines: ['two'], rest: '' })
  })
})
