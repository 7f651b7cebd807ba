import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { BRAND } from '../../../test/brand'
import { renderPage } from '../../../test/page'
import type { Values } from '../schema/types'
import { Constants } from './Constants'

beforeAll(() => loadTexts('resource', 'dataExchange'))

function Page({ told }: { told: (constants: Values) => void }) {
  const [constants, setConstants] = useState<Values>({})
  const change = (next: Values): void => {
    setConstants(next)
    told(next)
  }
  return <Constants resource={BRAND} mapping={{ A: 'name' }} constants={constants} onChange={change} />
}

describe('values for all rows', () => {
  it('are added, filled in and removed by their fields', async () => {
    const told: Values[] = []
    renderPage(<Page told={(constants) => told.push(constants)} />)
    fireEvent.click(screen.getByRole('combobox', { name: 'Add a field' }))
    expect(screen.queryByRole('option', { name: 'Name' })).toBeNull()
    fireEvent.click(await screen.findByRole('option', { name: 'Weight' }))
    fireEvent.change(await screen.findByRole('textbox', { name: 'Weight' }), { target: { value: '1.5' } })
    expect(told.at(-1)).toEqual({ weight: '1.5' })
    fireEvent.click(screen.getByRole('button', { name: 'Remove the value of Weight' }))
    expect(told.at(-1)).toEqual({})
  })
})
