import { PicturePicker } from '@/shared/upload/PicturePicker'
import { uploadAsAdmin } from '@/shared/upload/adminUpload'

interface Props {
  value: readonly string[]
  most: number
  onChange: (addresses: readonly string[]) => void
}

/** Pictures that staff adds to a decision. */
export function StaffPictures(props: Props) {
  return <PicturePicker {...props} upload={(file) => uploadAsAdmin(file, { topic: 'refund' })} />
}
