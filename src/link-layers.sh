# link-layers.sh SOURCE TARGET LAYER... - one folder a layer, with a link to its sources in it
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
source=$1 target=$2
shift 2
for layer; do
  mkdir -p "$target/$layer"
  ln -sfn "$source/$layer" "$target/$layer/$layer"
done
