import { Alert, Button, Input, Tree } from '@arco-design/web-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { Problem, Waiting } from '@/shared/ui/Page'
import type { WidgetProps } from '@/resource/widgets/types'
import { missingLists } from './missingLists'
import { allOf, found, nodesOf, shownAs, withParents } from './rights'
import { useNamedBoxes } from './useNamedBoxes'
import classes from './permissions.module.css'

/** The menu rules that a group holds, as a tree of boxes. */
export default function RightsTree({ resource, value, onChange, label, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const controller = resource.controller.startsWith('user.') ? 'user.Rule' : 'auth.Rule'
  const fetched = useFetched(`rights ${controller}`, async (signal) => {
    const { list } = await http.get(`/admin/${controller}/index`, { limit: 200 }, signal)
    return list
  })
  const frame = useNamedBoxes()
  const [search, setSearch] = useState('')
  const rules = useMemo(() => fetched.data ?? [], [fetched.data])
  const held = useMemo(
    () =>
      (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [])
        .map(String)
        .filter(Boolean),
    [value],
  )
  const everything = held.includes('*')
  const all = useMemo(() => allOf(rules), [rules])
  const checked = useMemo(() => (everything ? all : shownAs(rules, held)), [everything, all, rules, held])
  const missing = useMemo(() => missingLists(rules, checked), [rules, checked])
  const shown = useMemo(() => nodesOf(search.trim() ? found(rules, search.trim()) : rules), [rules, search])

  if (fetched.error && !fetched.data) return <Problem error={fetched.error} retry={fetched.reload} />
  if (!fetched.data) return <Waiting rows={5} />
  return (
    <div className={classes.rights}>
      {everything && <Alert type="info" content={t('permissions.everything')} />}
      <div className={classes.rightsHead}>
        <Input.Search
          size="small"
          aria-label={t('permissions.search')}
          placeholder={t('permissions.search')}
          allowClear
          value={search}
          onChange={setSearch}
        />
        <Button size="small" type="text" disabled={disabled} onClick={() => onChange?.(all)}>
          {t('permissions.all')}
        </Button>
        <Button size="small" type="text" disabled={disabled} onClick={() => onChange?.([])}>
          {t('permissions.none')}
        </Button>
      </div>
      <div ref={frame} className={classes.rightsTree} role="group" aria-label={label}>
        <Tree
          key={search ? 'found' : 'whole'}
          checkable
          blockNode
          actionOnClick="check"
          autoExpandParent={search !== ''}
          defaultExpandedKeys={search ? undefined : rules.map((rule) => String(rule.id))}
          treeData={shown}
          checkedKeys={checked}
          onCheck={(keys) => {
            // What the search hides stays as it is.
            const inSight = new Set(allOf(search.trim() ? found(rules, search.trim()) : rules))
            const kept = checked.filter((key) => !inSight.has(key))
            onChange?.(withParents(rules, [...kept, ...keys]))
          }}
        />
      </div>
      {missing.length > 0 && (
        <Alert
          type="warning"
          content={t('permissions.missingLists', {
            lists: missing.map(({ title }) => title).join(t('resource.listSeparator')),
          })}
          action={
            <Button
              size="small"
              disabled={disabled}
              onClick={() => onChange?.(withParents(rules, [...checked, ...missing.map(({ id }) => id)]))}
            >
              {t('permissions.addLists')}
            </Button>
          }
        />
      )}
      <p className={classes.count}>
        {t('permissions.count', { count: everything ? all.length : checked.length })}
      </p>
    </div>
  )
}
