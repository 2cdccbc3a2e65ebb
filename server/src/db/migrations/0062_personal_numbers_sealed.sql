-- Up Migration
-- The start after this seals what stands in clear, and no clear number is written any more: servers of the release before are
-- stopped first, since they can neither read nor write what is sealed.
alter table bvn_record drop constraint bvn_record_bvn_check;
alter table merchant drop constraint merchant_bvn_check;
alter table director drop constraint director_bvn_check;
alter table wallet drop constraint wallet_bvn_check, drop constraint wallet_nin_check;

-- Old rows break these until they are sealed.
alter table bvn_record add constraint bvn_record_sealed check (bvn like 's1.%') not valid;
alter table merchant add constraint merchant_sealed check (bvn like 's1.%' and identity_number like 's1.%') not valid;
alter table director add constraint director_sealed check (bvn like 's1.%') not valid;
alter table wallet add constraint wallet_sealed check (bvn like 's1.%' and nin like 's1.%') not valid;

-- Down Migration
-- What is sealed cannot be opened here: only a database without numbers goes back.
alter table wallet drop constraint wallet_sealed, add constraint wallet_bvn_check check (bvn ~ '^\d{11}$'),
  add constraint wallet_nin_check check (nin ~ '^\d{11}$');
alter table director drop constraint director_sealed, add constraint director_bvn_check check (bvn ~ '^\d{11}$');
alter table merchant drop constraint merchant_sealed, add constraint merchant_bvn_check check (bvn ~ '^\d{11}$');
alter table bvn_record drop constraint bvn_record_sealed, add constraint bvn_record_bvn_check check (bvn ~ '^\d{11}$');
