import { Button, Message, Modal } from '@arco-design/web-react'
import { IconEdit, IconPlus, IconSync } from '@arco-design/web-react/icon'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WidgetProps } from '@/resource/widgets/types'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { BatchDialog } from './BatchDialog'
import classes from './goods.module.css'
import { GroupEditor } from './GroupEditor'
import { GrownDialog } from './GrownDialog'
import { SkuRows } from './SkuRows'
import {
  addedGroups,
  countOf,
  emptySku,
  generate,
  GROUPS_MAX,
  hasEmpty,
  keyOf,
  newId,
  SKUS_MAX,
  stateOf,
  withoutGroup,
  withoutValue,
  type Sku,
  type SpecGroup,
  type SpecState,
} from './spec'
import { heldState } from './held'

const MULTIPLE = 2
const VIRTUAL = 2

const begun = (kind: number): SpecState => ({ groups: [], skus: kind === MULTIPLE ? [] : [emptySku()] })

/** Groups of values, and the matrix of the SKUs that they make. */
export default function SpecEditor({ value, onChange, values, row, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const kind = Number(values.spec_type ?? 1)
  const isVirtual = Number(values.delivery_type) === VIRTUAL
  const stored = useMemo(
    () => (row ? stateOf(row.spec_attrs, row.skus) : begun(kind)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what the form began with
    [row],
  )
  const state = heldState(value) ?? stored
  const latest = useRef(state)
  latest.current = state
  const [batch, setBatch] = useState(false)
  const [grown, setGrown] = useState<SpecGroup[] | null>(null)
  const warn = (key: string): void => void Message.warning({ id: 'spec', content: t(key) })

  const set = useCallback(
    (next: SpecState): void => {
      latest.current = next
      onChange?.(next)
    },
    [onChange],
  )
  const setRef = useRef(set)
  setRef.current = set
  const changeSku = useCallback((sku: Sku): void => {
    const { groups, skus } = latest.current
    const key = keyOf(sku.attrs)
    setRef.current({ groups, skus: skus.map((one) => (keyOf(one.attrs) === key ? sku : one)) })
  }, [])

  // The other type begins with nothing; it was asked for before.
  const before = useRef(kind)
  useEffect(() => {
    if (before.current === kind) return
    before.current = kind
    setRef.current(begun(kind))
  }, [kind])

  const { groups, skus } = state
  const changeGroup = (group: SpecGroup): void =>
    set({ groups: groups.map((one) => (one.id === group.id ? group : one)), skus })
  const addGroup = (): void => {
    if (groups.length >= GROUPS_MAX) return warn('shopAdmin.spec.groupsMax')
    set({ groups: [...groups, { id: newId(), name: '', values: [] }], skus })
  }
  const removeGroup = (group: SpecGroup): void => {
    if (groups.length === 1) return warn('shopAdmin.spec.lastGroup')
    Modal.confirm({
      title: t('shopAdmin.spec.removeGroup', { name: group.name || '' }),
      content: t('shopAdmin.spec.noWayBack'),
      okButtonProps: { status: 'danger' },
      onOk: () => set(withoutGroup(latest.current, group.id)),
    })
  }
  const make = (chosen: readonly string[]): void => {
    setGrown(null)
    set({ groups, skus: generate(latest.current, chosen) })
  }
  const askToMake = (): void => {
    if (groups.length === 0 || hasEmpty(groups)) return warn('shopAdmin.spec.emptyName')
    if (countOf(groups) > SKUS_MAX) return warn('shopAdmin.spec.skusMax')
    const added = addedGroups(state)
    if (added.length > 0) setGrown(added)
    else make([])
  }
  const askBatch = (): void => {
    if (skus.length === 0) return warn('shopAdmin.spec.batchFirst')
    setBatch(true)
  }
  const fromTemplate = (spec: unknown): void => {
    const copied = (Array.isArray(spec) ? spec : []) as { name?: string; values?: string[] }[]
    const copy = (): void =>
      set({
        groups: copied.map(({ name = '', values: texts = [] }) => ({
          id: newId(),
          name,
          values: texts.map((text) => ({ id: newId(), text, image: '' })),
        })),
        skus: [],
      })
    if (groups.length === 0) return copy()
    Modal.confirm({
      title: t('shopAdmin.spec.template'),
      content: t('shopAdmin.spec.templateText'),
      onOk: copy,
    })
  }
  const missing = countOf(groups) - skus.length

  return (
    <div className={classes.editor}>
      {kind === MULTIPLE && (
        <>
          {groups.map((group, at) => (
            <GroupEditor
              key={group.id}
              group={group}
              number={at + 1}
              disabled={disabled}
              change={changeGroup}
              removeValue={(id) => set(withoutValue(latest.current, group.id, id))}
              remove={() => removeGroup(group)}
            />
          ))}
          {!disabled && (
            <div className={classes.tools}>
              <Button icon={<IconPlus />} onClick={addGroup}>
                {t('shopAdmin.spec.addGroup')}
              </Button>
              <span className={classes.template}>
                <RemoteSelect
                  url="/admin/shop.goods.SpecTemplate"
                  ariaLabel={t('shopAdmin.spec.template')}
                  placeholder={t('shopAdmin.spec.template')}
                  value={null}
                  onChange={(_, chosen) => chosen && fromTemplate(chosen.spec)}
                />
              </span>
              <Button type="primary" icon={<IconSync />} onClick={askToMake}>
                {t('shopAdmin.spec.generate')}
              </Button>
              <Button icon={<IconEdit />} onClick={askBatch}>
                {t('shopAdmin.spec.batch')}
              </Button>
              {missing > 0 && (
                <span className={classes.hint} role="status">
                  {t('shopAdmin.spec.missing', { count: missing })}
                </span>
              )}
            </div>
          )}
        </>
      )}
      {skus.length > 0 && (
        <SkuRows
          groups={groups}
          skus={skus}
          goods={String(values.name ?? '')}
          isVirtual={isVirtual}
          disabled={disabled}
          change={changeSku}
        />
      )}
      {!isVirtual && <p className={classes.hint}>{t('shopAdmin.spec.linkTip')}</p>}
      {batch && (
        <BatchDialog
          state={state}
          isVirtual={isVirtual}
          close={() => setBatch(false)}
          done={(next) => {
            setBatch(false)
            set({ groups, skus: next })
          }}
        />
      )}
      {grown && <GrownDialog groups={grown} done={make} close={() => setGrown(null)} />}
    </div>
  )
}
