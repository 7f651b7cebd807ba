import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { renderPage } from '../../../../test/page'
import { ScoreChoice } from './ScoreChoice'

beforeAll(() => loadTexts('shop', 'shopOrder'))

it('uses all that the order takes, or as many points as are chosen of them', () => {
  const seen: number[] = []
  function Chosen() {
    const [score, setScore] = useState(0)
    const choose = (wanted: number): void => {
      seen.push(wanted)
      setScore(wanted)
    }
    return <ScoreChoice max={300} worth="3.00" chosen={score} choose={choose} />
  }
  renderPage(<Chosen />)
  const use = screen.getByRole<HTMLInputElement>('checkbox', {
    name: 'Pay with points, up to 300 worth ¥3.00',
  })
  expect(use.checked).toBe(false)
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(use)
  const many = screen.getByRole<HTMLInputElement>('textbox', { name: 'Points to use' })
  expect(many.value).toBe('300')
  for (const [typed, becomes] of [
    ['120', '120'],
    ['9000', '300'],
    ['', '300'],
  ] as const) {
    fireEvent.change(many, { target: { value: typed } })
    fireEvent.blur(many)
    expect(many.value).toBe(becomes)
  }
  fireEvent.click(use)
  expect(seen).toEqual([300, 120, 300, 0])
})
