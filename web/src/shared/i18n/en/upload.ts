export default {
  upload: {
    incomplete: 'The data of the uploaded file is incomplete!',
    type: 'The type of uploaded file is not allowed!',
    size: 'The size of the uploaded file exceeds the allowed range!',
    store: 'The file store refused the file.',
    unreadable: 'The file could not be read.',
  },
}
