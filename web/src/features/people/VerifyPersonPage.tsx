import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import type { ResourceRow } from '@/resource/schema/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { PaperDialog } from './PaperDialog'

/** Proofs of who members are. Who may, opens the paper: its number and its pictures. */
export default function VerifyPersonPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const sees = usePermission('user/verifyPerson')('see_id_number')
  const [opened, setOpened] = useState<ResourceRow | null>(null)
  const custom = useMemo<Custom>(
    () => ({
      remark: t('people.verifyRemark'),
      actions: () => [{ key: 'paper', label: t('people.paper'), when: () => sees, run: setOpened }],
    }),
    [t, sees],
  )
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {opened && <PaperDialog id={opened.id} close={() => setOpened(null)} />}
    </>
  )
}
