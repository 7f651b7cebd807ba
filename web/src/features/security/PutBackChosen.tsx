import { Button } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'

interface Props {
  kind: 'restore' | 'rollback'
  run: () => void
}

/** Over a list: puts back all rows that are chosen. */
export function PutBackChosen({ kind, run }: Props) {
  const { t } = useTranslation()
  return (
    <Button size="small" type="primary" onClick={run}>
      {t(`security.${kind}.do`)}
    </Button>
  )
}
