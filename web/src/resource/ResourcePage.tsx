import { useTranslation } from 'react-i18next'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import type { Custom } from './custom'
import { ResourceList } from './ResourceList'
import { loadSchemas, useResource } from './schema/store'
import { useSay } from './schema/useSay'

const PLAIN: Custom = {}

interface ResourcePageProps {
  /** Menu rule or controller: `warehouse/product`, `warehouse.Product`. */
  name: string
  custom?: Custom
}

/** The page that a declaration becomes: list, search, form, deletion, import, export. */
export function ResourcePage({ name, custom = PLAIN }: ResourcePageProps) {
  const { t } = useTranslation()
  const say = useSay()
  const { resource, error } = useResource(name)
  if (resource) return <ResourceList key={resource.name} resource={resource} custom={custom} />
  return (
    <Page title={custom.title ?? (resource === null ? t('denied.title') : say({ zh: '', en: '' }))}>
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
