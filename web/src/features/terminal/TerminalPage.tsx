import { Button } from '@arco-design/web-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { useProblem } from '@/shared/hooks/useProblem'
import { Card, Page, Problem, Waiting } from '@/shared/ui/Page'
import { fetchFile } from '@/shared/upload/download'
import { readEvents } from './lines'
import classes from './terminal.module.css'

/** Lines that stay on the screen. */
const SHOWN_MAX = 5000

/** Fixed commands of an operator, with their lines while they run. */
export default function TerminalPage() {
  const { t } = useTranslation()
  const { show } = useProblem()
  const { busy, submit } = useSubmit(show)
  const commands = useFetched('terminal', (signal) => http.get('/admin/routine.Terminal/index', {}, signal))
  const [lines, setLines] = useState<readonly string[]>([])
  const [running, setRunning] = useState('')
  const end = useRef<HTMLDivElement>(null)

  const add = (more: readonly string[]): void => {
    setLines((before) => [...before, ...more].slice(-SHOWN_MAX))
    requestAnimationFrame(() => end.current?.scrollIntoView({ block: 'nearest' }))
  }
  const run = (command: string): void => {
    setRunning(command)
    void submit(async () => {
      const response = await fetchFile('/admin/routine.Terminal/run', { command })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let rest = ''
      for (;;) {
        const part = await reader?.read()
        if (!part || part.done) return
        const read = readEvents(rest + part.value)
        rest = read.rest
        add(read.lines)
        if (read.exit !== undefined) add([t(read.exit === 0 ? 'terminal.done' : 'terminal.failed'), ''])
      }
    })
  }
  const { data, error, reload } = commands
  return (
    <Page title={t('terminal.title')} remark={t('terminal.remark')}>
      <Card>
        {error ? (
          <Problem error={error} retry={reload} />
        ) : !data ? (
          <Waiting rows={4} />
        ) : (
          <div className={classes.commands}>
            {data.map(({ key, text }) => (
              <Button
                key={key}
                size="small"
                title={key}
                loading={busy && running === key}
                disabled={busy && running !== key}
                onClick={() => run(key)}
              >
                {text}
              </Button>
            ))}
          </div>
        )}
      </Card>
      <Card>
        <div className={classes.head}>
          <span>{t('terminal.output')}</span>
          <Button size="mini" disabled={lines.length === 0} onClick={() => setLines([])}>
            {t('terminal.clear')}
          </Button>
        </div>
        <pre className={classes.output} role="log" aria-label={t('terminal.output')} tabIndex={0}>
          {lines.length > 0 ? lines.join('\n') : t('terminal.nothing')}
          <div ref={end} />
        </pre>
      </Card>
    </Page>
  )
}
