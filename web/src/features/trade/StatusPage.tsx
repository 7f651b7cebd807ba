import { Drawer } from '@arco-design/web-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { useResource } from '@/resource/schema/store'
import { allFields, type Option } from '@/resource/schema/types'
import { useLabel } from '@/resource/schema/useLabel'
import { prefetchListing } from '@/resource/useListing'
// eslint-disable-next-line no-restricted-imports -- the counts beside the rows are not in the document
import { client } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useTopics } from '@/shared/hooks/useTopics'
import { useWide } from '@/shared/hooks/useWide'
import { Events } from './Events'
import classes from './trade.module.css'

export const prefetch = prefetchListing

/** How many declarations are in each state; a state is a filter of the list. */
function States({ options }: { options: readonly Option[] }) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const [params, setParams] = useSearchParams()
  const { data, reload } = useFetched('states of declarations', (signal) =>
    // The counts stand beside the rows: the document tells of rows alone.
    client.get<{ states?: Record<string, number> }>('/admin/trade.HsStatus/index', { limit: 1 }, signal),
  )
  useTopics(['resource:trade.Declaration'], reload)
  const chosen = params.get('state') ?? ''
  return (
    <div className={classes.states} role="group" aria-label={t('trade.states')}>
      {options.map((option) => {
        const value = String(option.value)
        return (
          <button
            key={value}
            type="button"
            aria-pressed={chosen === value}
            onClick={() => setParams(chosen === value ? {} : { state: value }, { replace: true })}
          >
            <b>{data?.states?.[value] ?? 0}</b>
            <span>{labelOf(option.label)}</span>
          </button>
        )
      })}
    </div>
  )
}

/** Declarations by state: what waits for whom, since when, and what happened. */
export default function StatusPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const { resource } = useResource(name)
  const options = useMemo(
    () => (resource && allFields(resource).find((field) => field.name === 'state')?.options) || [],
    [resource],
  )
  const custom = useMemo<Custom>(
    () => ({
      titleField: 'number',
      topics: ['resource:trade.Declaration'],
      above: <States options={options} />,
      detail: (row, close) => (
        <Drawer
          visible
          width={wide ? 560 : '100%'}
          title={`${String(row.number)} · ${t('trade.events')}`}
          footer={null}
          onCancel={close}
          unmountOnExit
        >
          <Events declaration={row.id} />
        </Drawer>
      ),
    }),
    [t, wide, options],
  )
  return <ResourcePage name={name} custom={custom} />
}
