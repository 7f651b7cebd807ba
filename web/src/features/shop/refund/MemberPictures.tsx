import { memberClient } from '@/shared/http/member'
import { PicturePicker } from '@/shared/upload/PicturePicker'
import { upload } from '@/shared/upload/upload'

interface Props {
  value: readonly string[]
  most: number
  topic: string
  onChange: (addresses: readonly string[]) => void
}

/** Pictures that a member sends. */
export function MemberPictures({ topic, ...props }: Props) {
  return (
    <PicturePicker {...props} upload={(file) => upload(file, { http: memberClient, side: 'api', topic })} />
  )
}
