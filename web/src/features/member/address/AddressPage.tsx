import { Button, Modal } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressDialog } from '@/shared/address/AddressDialog'
import { AddressText } from '@/shared/address/AddressText'
import { deleteAddress, fetchAddresses, makeDefault, type Address } from '@/shared/address/addresses'
import { useFetched } from '@/shared/hooks/useFetched'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import classes from './address.module.css'

/** Where one's orders are sent to. */
export default function AddressPage() {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const book = useFetched('addresses', fetchAddresses)
  const [open, setOpen] = useState<Address | 'new' | null>(null)
  const { busy, submit } = useSubmit(show)
  const [changed, setChanged] = useState(0)
  const list = book.data?.list ?? []
  const full = book.data !== null && list.length >= book.data.most

  const change = (id: number, work: () => Promise<unknown>): Promise<unknown> => {
    setChanged(id)
    return submit(work, book.reload)
  }
  const drop = (row: Address): void => {
    Modal.confirm({
      title: t('address.del'),
      content: (
        <>
          {t('address.delText', { name: row.name })}
          {row.is_default === 1 && list.length > 1 && <> {t('address.delDefault')}</>}
        </>
      ),
      okButtonProps: { status: 'danger' },
      onOk: () => change(row.id, () => deleteAddress(row)),
    })
  }
  return (
    <Page
      title={t('address.title')}
      remark={
        book.data
          ? t(full ? 'address.countFull' : 'address.count', { count: list.length, most: book.data.most })
          : undefined
      }
      actions={
        <Button
          type="primary"
          icon={<IconPlus />}
          disabled={!book.data || full}
          onClick={() => setOpen('new')}
        >
          {t('address.add')}
        </Button>
      }
    >
      <Card>
        {book.error && !book.data ? (
          <Problem error={book.error} retry={book.reload} toMember />
        ) : !book.data ? (
          <Waiting rows={6} />
        ) : list.length === 0 ? (
          <Nothing text={t('address.none')} />
        ) : (
          <ul className={classes.list} aria-label={t('address.title')}>
            {list.map((row) => (
              <li key={row.id}>
                <AddressText of={row} />
                <div className={classes.tools}>
                  {row.is_default !== 1 && row.area_valid && (
                    <Button
                      type="text"
                      size="small"
                      loading={busy && changed === row.id}
                      onClick={() => void change(row.id, () => makeDefault(row))}
                    >
                      {t('address.makeDefault')}
                    </Button>
                  )}
                  <Button type="text" size="small" onClick={() => setOpen(row)}>
                    {t('common.edit')}
                  </Button>
                  <Button type="text" size="small" status="danger" onClick={() => drop(row)}>
                    {t('common.del')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {open !== null && (
        <AddressDialog
          old={open === 'new' ? null : open}
          first={list.length === 0}
          close={() => setOpen(null)}
          saved={() => {
            setOpen(null)
            book.reload()
          }}
        />
      )}
    </Page>
  )
}
