// The same list and record as the console's, in react-admin: what the server captured stands at /rows and /fields.
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { Admin, Datagrid, List, Resource, Show, SimpleShowLayout, TextField } from 'react-admin'

const fetched = async (address) => (await (await fetch(address)).json()).data

const dataProvider = {
  async getList() {
    const data = await fetched('/rows')
    return { data: Object.values(data).find(Array.isArray), total: data.totalRecords }
  },
  async getOne(_, { id }) {
    return { data: { ...Object.values(await fetched('/fields'))[0], id } }
  },
}

const fieldsOf = (names) => names.map((source) => h(TextField, { source, key: source }))

function Rows({ columns }) {
  return h(
    List,
    { perPage: 100, exporter: false },
    h(Datagrid, { rowClick: 'show', bulkActionButtons: false }, fieldsOf(columns)),
  )
}

function Record({ fields }) {
  return h(Show, null, h(SimpleShowLayout, null, fieldsOf(fields)))
}

const { columns, fields } = window.shape
createRoot(document.body.appendChild(document.createElement('div'))).render(
  h(
    Admin,
    { dataProvider, disableTelemetry: true },
    h(Resource, { name: 'rows', list: h(Rows, { columns }), show: h(Record, { fields }) }),
  ),
)
