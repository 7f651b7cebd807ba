import { Button, Upload } from '@arco-design/web-react'
import { IconCheckCircle, IconUpload } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { memberClient } from '@/shared/http/member'
import { RefusedFile } from '@/shared/upload/upload'
import classes from './verify.module.css'

interface Props {
  side: 'front' | 'back'
  /** It is there already. */
  kept: boolean
  done: () => void
}

/** Sends a side of a paper: it is sealed at once, and can't be looked at again here. */
export function SideUpload({ side, kept, done }: Props) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState('')
  const send = (file: File): void => {
    if (!file.type.startsWith('image/')) return show(new RefusedFile('upload.type'))
    const form = new FormData()
    form.append('file', file, file.name)
    setBusy(true)
    memberClient
      .post(`/api/account/verifyPerson/picture?side=${side}`, form, { timeout: 0 })
      .then(() => {
        // Only this page knows the picture that was just chosen.
        setShown(URL.createObjectURL(file))
        done()
      }, show)
      .finally(() => setBusy(false))
  }
  const name = t(`memberPeople.verify.${side}`)
  return (
    <div className={classes.side}>
      {shown ? <img src={shown} alt={name} /> : <span>{name}</span>}
      <Upload
        accept={{ type: 'image/*', strict: false }}
        showUploadList={false}
        customRequest={({ file }) => send(file)}
      >
        <Button icon={kept ? <IconCheckCircle /> : <IconUpload />} loading={busy}>
          {t(kept ? 'memberPeople.verify.again' : 'memberPeople.verify.choose')}
        </Button>
      </Upload>
    </div>
  )
}
