-- Up Migration
-- No Transaction
-- Deleting a file checks every column that may refer to it.
create index concurrently merchant_logo on merchant (logo_file_id) where logo_file_id is not null;
create index concurrently merchant_identity on merchant (identity_file_id) where identity_file_id is not null;
create index concurrently merchant_consent on merchant (consent_file_id) where consent_file_id is not null;
create index concurrently director_identity on director (identity_file_id) where identity_file_id is not null;
create index concurrently merchant_document_file on merchant_document (file_id);
create index concurrently merchant_upgrade_document_file on merchant_upgrade_document (file_id);
create index concurrently statement_pdf on statement (pdf_file_id);
create index concurrently statement_csv on statement (csv_file_id);
create index concurrently download_file on download (file_id);

-- Down Migration
drop index download_file, statement_csv, statement_pdf, merchant_upgrade_document_file, merchant_document_file,
  director_identity, merchant_consent, merchant_identity, merchant_logo;
