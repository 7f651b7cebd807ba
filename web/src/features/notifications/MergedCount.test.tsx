import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { renderPage } from '../../../test/page'
import { MergedCount } from './MergedCount'

beforeAll(() => loadTexts('notifications'))

it.each([
  [1, 1, false],
  [3, 1, true],
  // The message counts and names them itself.
  [2, 2, false],
  [3, undefined, true],
])('of %j, %j things: %j', (count, things, counted) => {
  renderPage(
    <p>
      <MergedCount count={count} things={things} />
    </p>,
  )
  expect(screen.getByRole('paragraph').textContent !== '').toBe(counted)
})
