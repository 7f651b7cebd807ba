import { Form, Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './goods.module.css'
import type { SpecGroup } from './spec'

interface Props {
  /** Groups that no SKU has a value of yet. */
  groups: readonly SpecGroup[]
  done: (values: string[]) => void
  close: () => void
}

/** Asks which value of an added group the SKUs that are there are, so that they go on as they are. */
export function GrownDialog({ groups, done, close }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(groups.map((group) => [group.id, group.values[0]?.id ?? ''])),
  )
  return (
    <Modal
      visible
      title={t('shopAdmin.spec.grown')}
      onCancel={close}
      onOk={() => done(groups.map((group) => chosen[group.id] ?? ''))}
    >
      <p className={classes.hint}>{t('shopAdmin.spec.grownText')}</p>
      <Form layout="vertical">
        {groups.map((group) => (
          <Form.Item key={group.id} label={group.name}>
            <Radio.Group
              aria-label={group.name}
              value={chosen[group.id]}
              options={group.values.map(({ id, text }) => ({ value: id, label: text }))}
              onChange={(value: string) => setChosen({ ...chosen, [group.id]: value })}
            />
          </Form.Item>
        ))}
      </Form>
    </Modal>
  )
}
