import { Button } from '@arco-design/web-react'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { usePermission } from '@/shared/hooks/usePermission'
import { loadTexts } from '@/shared/i18n'

/** It says steps of freight in the storefront's words. */
const CalculateDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('./CalculateDialog'),
    loadTexts('shopAdmin', 'shop', 'shopOrder', 'address'),
  ])
  return dialog
})

/** Freight can be tried out from the list of templates: under one of them, or as the goods say. */
export function useCalculator(own: Custom): { custom: Custom; dialogs: ReactNode } {
  const { t } = useTranslation()
  const may = usePermission('shop/delivery/template')('calculate')
  const [open, setOpen] = useState<{ template: { id: number; name: string } | null } | null>(null)
  const custom = useMemo<Custom>(
    () => ({
      ...own,
      head: () =>
        may && <Button onClick={() => setOpen({ template: null })}>{t('shopAdmin.calculate.title')}</Button>,
      actions: () => [
        {
          key: 'calculate',
          label: t('shopAdmin.calculate.button'),
          inMenu: true,
          when: () => may,
          run: (row) => setOpen({ template: { id: row.id, name: String(row.name) } }),
        },
      ],
    }),
    [own, may, t],
  )
  return {
    custom,
    dialogs: open && (
      <Suspense>
        <CalculateDialog template={open.template} close={() => setOpen(null)} />
      </Suspense>
    ),
  }
}
