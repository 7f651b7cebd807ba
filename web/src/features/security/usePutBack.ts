import { Modal } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'

/** Restores deleted rows or writes old values back, after asking. */
export function usePutBack(kind: 'restore' | 'rollback'): (ids: readonly number[], done: () => void) => void {
  const { t } = useTranslation()
  const { show } = useProblem()
  const url =
    kind === 'restore'
      ? '/admin/security.DataRecycleLog/restore'
      : '/admin/security.SensitiveDataLog/rollback'
  return (ids, done) =>
    void Modal.confirm({
      title: t(`security.${kind}.title`, { count: ids.length }),
      content: t(`security.${kind}.text`),
      okText: t(`security.${kind}.do`),
      onOk: async () => {
        try {
          await http.post(url, { ids }, { announce: t(`security.${kind}.done`, { count: ids.length }) })
          done()
        } catch (error) {
          show(error)
        }
      },
    })
}
