import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import type { Custom } from './custom'
import { ResourceList } from './ResourceList'
import { loadSchemas, useResource } from './schema/store'

const PLAIN: Custom = {}

interface ResourcePageProps {
  /** Menu rule or controller: `warehouse/product`, `warehouse.Product`. */
  name: string
  custom?: Custom
}

/** The page of a declared resource: list, search, form, deletion, import, export. */
export function ResourcePage({ name, custom = PLAIN }: ResourcePageProps) {
  const { t } = useTranslation()
  const { resource, error } = useResource(name)
  const { titleField } = custom
  const named = useMemo(
    () => (resource && titleField ? { ...resource, titleField } : resource),
    [resource, titleField],
  )
  if (named) return <ResourceList key={named.name} resource={named} custom={custom} />
  return (
    <Page title={custom.title ?? (resource === null ? t('denied.title') : '')}>
      <Card>
        {error ? (
          <Problem error={error} retry={() => void loadSchemas(true)} />
        ) : resource === null ? (
          <Nothing text={t('resource.unknown')} />
        ) : (
          <Waiting rows={10} />
        )}
      </Card>
    </Page>
  )
}
